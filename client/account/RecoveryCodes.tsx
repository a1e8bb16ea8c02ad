import { m } from '#locales/messages.js';
import { useUser } from '../auth.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { downloadText } from '../ui/download-text.ts';
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
        <Button variant="default" size="compact-sm" onClick={() => downloadText('daybook-recovery-codes.txt', text)}>
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
