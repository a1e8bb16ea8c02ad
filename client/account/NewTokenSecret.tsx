import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/TextField.tsx';
import classes from './account.module.css';
import { CopyButton } from './CopyButton.tsx';

/** The secret of a new token, shown only once. It is selectable, for browsers without a Clipboard API. */
export const NewTokenSecret = ({ token, onDone }: { token: string; onDone: () => void }) => (
  <div className={classes.shownOnce}>
    <TextField
      label={m.tokens_made_title()}
      description={m.tokens_made_text()}
      value={token}
      readOnly
      autoFocus
      classNames={{ input: classes.secret }}
      onFocus={(event) => event.currentTarget.select()}
    />
    <div className={classes.shownOnceActions}>
      <CopyButton text={token} />
      <Button variant="subtle" size="compact-sm" onClick={onDone}>
        {m.tokens_made_done()}
      </Button>
    </div>
  </div>
);
