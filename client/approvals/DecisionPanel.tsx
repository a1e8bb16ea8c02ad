import Check from 'lucide-react/icons/check';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import X from 'lucide-react/icons/x';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import { maxNotesLength } from '#domain/worklog-fields.ts';
import type { Decision } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { useIsPhone } from '../ui/width.ts';
import classes from './decision.module.css';
import { decidedText, refusalText } from './refusal-text.ts';

export type DecisionPanelProps = {
  worklog: Worklog;
  notes: string;
  onNotes: (notes: string) => void;
  onDecide: (decision: Decision) => void;
  /** True after a decision that needs notes was tried without them. */
  isNoteMissing: boolean;
  /** The notes field, to be focused by a shortcut. */
  field: RefObject<HTMLTextAreaElement | null>;
  /** A change has to be acknowledged first. */
  isBlocked?: boolean;
  /** Buttons for moving on without a decision. */
  children?: ReactNode;
};

const chord = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl';

/** Note, approve and reject; for decided worklogs: who decided, and reopening. */
export function DecisionPanel(props: DecisionPanelProps) {
  const { worklog } = props;
  if (worklog.status !== 'pending') return <Decided key={worklog.id} {...props} />;
  const blocked = worklog.actions.approve === true ? null : refusalText(worklog.actions.approve);
  if (blocked !== null) {
    return (
      <div className={classes.panel} data-keys tabIndex={-1}>
        <p className={classes.blocked}>{blocked}</p>
        {props.children && <div className={classes.reviewActions}>{props.children}</div>}
      </div>
    );
  }
  return (
    <div className={classes.panel} data-keys tabIndex={-1}>
      <NotesField {...props} label={m.approvals_note()} description={m.approvals_note_hint()} submit="reject" />
      <div className={classes.decisionButtons}>
        <Button
          variant="default"
          leftSection={<X size={18} aria-hidden />}
          onClick={() => props.onDecide('reject')}
          disabled={props.isBlocked ?? false}
          aria-keyshortcuts="R Control+Enter Meta+Enter"
          data-verdict="reject"
        >
          {m.approvals_reject()} <kbd aria-hidden>R</kbd>
          <kbd aria-hidden data-writing>
            {chord} ↵
          </kbd>
        </Button>
        <Button
          leftSection={<Check size={18} aria-hidden />}
          onClick={() => props.onDecide('approve')}
          disabled={props.isBlocked ?? false}
          aria-keyshortcuts="A"
        >
          {m.approvals_approve()} <kbd aria-hidden>A</kbd>
        </Button>
      </div>
      {props.children && <div className={classes.reviewActions}>{props.children}</div>}
    </div>
  );
}

function Decided(props: DecisionPanelProps) {
  const { worklog, onDecide, isBlocked, children, field } = props;
  const [isReopening, setReopening] = useState(false);
  useEffect(() => {
    if (isReopening) field.current?.focus();
  }, [isReopening, field]);
  const reason = worklog.actions.reopen;
  return (
    <div className={classes.panel} data-keys tabIndex={-1}>
      <p className={classes.decided} data-status={worklog.status}>
        {decidedText(worklog)}
      </p>
      {worklog.reviewNotes && <p className={classes.quoted}>{worklog.reviewNotes}</p>}
      {reason !== true && <p className="dimmed small">{refusalText(reason)}</p>}
      {isReopening && (
        <NotesField
          {...props}
          label={m.approvals_reopen_reason()}
          description={m.approvals_reopen_hint()}
          submit="reopen"
        />
      )}
      <div className={classes.reviewActions}>
        <Button
          variant="default"
          leftSection={<RotateCcw size={16} aria-hidden />}
          disabled={reason !== true || (isBlocked ?? false)}
          onClick={() => (isReopening ? onDecide('reopen') : setReopening(true))}
        >
          {m.approvals_reopen()}
        </Button>
      </div>
      {children && <div className={classes.reviewActions}>{children}</div>}
    </div>
  );
}

type FieldProps = Pick<DecisionPanelProps, 'notes' | 'onNotes' | 'onDecide' | 'isNoteMissing' | 'field'> & {
  label: string;
  description: string;
  /** What Ctrl+Enter decides. */
  submit: Decision;
};

function NotesField(props: FieldProps) {
  const { notes, onNotes, onDecide, isNoteMissing, field, label, description, submit } = props;
  const isPhone = useIsPhone();
  return (
    <TextArea
      ref={field}
      label={label}
      description={isPhone ? undefined : description}
      placeholder={isPhone ? description : ''}
      value={notes}
      onChange={(event) => onNotes(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onDecide(submit);
        if (event.key !== 'Escape') return;
        // Leaves the text field, so that the shortcuts work again; the surrounding dialog stays open.
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.closest<HTMLElement>('[data-keys]')?.focus();
      }}
      error={isNoteMissing && notes.trim() === '' ? m.reason_field_required() : null}
      maxLength={maxNotesLength}
      rows={isPhone ? 1 : 2}
    />
  );
}
