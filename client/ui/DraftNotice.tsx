import { m } from '#locales/messages.js';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';

/** Shown when a form was restored from a draft. */
export const DraftNotice = ({ onDiscard }: { onDiscard: () => void }) => (
  <Alert
    tone="info"
    action={
      <Button variant="subtle" size="compact-sm" onClick={onDiscard}>
        {m.ui_discard()}
      </Button>
    }
  >
    {m.ui_draft_kept()}
  </Alert>
);
