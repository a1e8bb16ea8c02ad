import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import classes from './worklogs.module.css';

type Props = { label: string; isSaving: boolean; onCancel: () => void; onWithdraw: (() => void) | null };

export const FormFooter = ({ label, isSaving, onCancel, onWithdraw }: Props) => (
  <div className={classes.footer}>
    <Button type="submit" loading={isSaving}>
      {label}
    </Button>
    <Button variant="default" onClick={onCancel}>
      {m.ui_cancel()}
    </Button>
    {onWithdraw && (
      <Button variant="subtle" color="red" onClick={onWithdraw} className={classes.withdraw ?? ''}>
        {m.worklogs_withdraw()}
      </Button>
    )}
  </div>
);
