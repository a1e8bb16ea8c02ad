import type { ReactNode, Ref } from 'react';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { Form } from '../ui/Form.tsx';
import classes from './worklogs.module.css';

type Props = {
  ref: Ref<HTMLFormElement>;
  onSubmit: () => unknown;
  submitLabel: string;
  isSaving: boolean;
  onCancel: () => void;
  /** At the end of the buttons. */
  otherButton?: ReactNode;
  children: ReactNode;
};

/** Layout of a form in the drawer: the fields scroll, the buttons stay in view. */
export const WorklogFormShell = (props: Props) => {
  const { ref, onSubmit, submitLabel, isSaving, onCancel, otherButton, children } = props;
  return (
    <Form ref={ref} noValidate className={classes.form} onSubmit={onSubmit}>
      <div className={classes.fields}>{children}</div>
      <div className={classes.footer}>
        <Button type="submit" loading={isSaving}>
          {submitLabel}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {m.ui_cancel()}
        </Button>
        {otherButton}
      </div>
    </Form>
  );
};
