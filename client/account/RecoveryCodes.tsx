import { m } from '#locales/messages.js';
import { useUser } from '../auth.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { focusSelf } from '../ui/focus-on-mount.ts';
import classes from './factors.module.css';

type Props = { codes: readonly string[]; onKept: () => void };

/** Recovery codes, shown only once: to be copied, downloaded or printed. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const { email } = useUser();
  const heading = m.account_codes_heading({ email, site: window.location.host });
  const text = `${heading}\n\n${codes.join('\n')}\n`;
  return (
    <div className={classes.codes}>
      <div ref={focusSelf} tabIndex={-1} className={classes.codesHead}>
        <h3>{m.account_codes_title()}</h3>
        <p>{m.account_codes_text()}</p>
      </div>
      <div className={classes.sheet}>
        <p className={classes.sheetHeading}>{heading}</p>
        <ol>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <div className={classes.buttons}>
        <CopyButton text={text} />
        <Button variant="default" size="compact-sm" onClick={() => download(text)}>
          {m.account_codes_download()}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => window.print()}>
          {m.account_codes_print()}
        </Button>
      </div>
      <div>
        <Button onClick={onKept}>{m.account_codes_kept()}</Button>
      </div>
    </div>
  );
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: 'daybook-recovery-codes.txt' });
  link.click();
  URL.revokeObjectURL(url);
}
