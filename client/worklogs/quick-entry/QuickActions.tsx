import Pencil from 'lucide-react/icons/pencil';
import { m } from '#locales/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { AfterSubmit } from './pending-task.ts';
import classes from './quick.module.css';

type Props = { isPhone: boolean; onSubmit: (then: AfterSubmit) => void; onOpenForm: () => void };

/** On a phone in one row, above its keyboard. */
export const QuickActions = ({ isPhone, onSubmit, onOpenForm }: Props) => (
  <div className={classes.actions}>
    <Button aria-label={m.worklog_submit()} onClick={() => onSubmit('close')}>
      {isPhone ? m.quick_submit_short() : m.worklog_submit()}
    </Button>
    <Button variant="default" aria-keyshortcuts="Control+Enter" onClick={() => onSubmit('stay')}>
      {isPhone ? m.quick_save_next_short() : m.quick_save_next()}
    </Button>
    {isPhone ? (
      <IconButton variant="default" aria-label={m.quick_open_form()} onClick={onOpenForm}>
        <Pencil size={20} aria-hidden />
      </IconButton>
    ) : (
      <Button variant="subtle" onClick={onOpenForm}>
        {m.quick_open_form()}
      </Button>
    )}
  </div>
);
