import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import classes from './worklogs.module.css';

/** Shown when the form was restored from a draft. */
export const DraftNotice = ({ onDiscard }: { onDiscard: () => void }) => (
  <div className={classes.notice} role="status">
    <span>{m.ui_draft_kept()}</span>
    <Button variant="subtle" size="compact-sm" onClick={onDiscard}>
      {m.ui_discard()}
    </Button>
  </div>
);
