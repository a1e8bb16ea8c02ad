import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useRef, useState } from 'react';
import { m } from '#locales/messages.js';
import { ApiProblem } from '../api.ts';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import type { DraftForm } from './draft-form.ts';
import { focusInstead } from './focus-on-mount.ts';
import classes from './form.module.css';
import { problemText } from './problem-text.ts';

export type FormShellProps<V extends Record<string, unknown>> = {
  /** From useDraftForm. */
  draft: DraftForm<V>;
  /** Sends the values; rejects with an ApiProblem when the server refuses. */
  onSubmit: (values: V) => Promise<unknown>;
  /** Label of the submit button. */
  submitLabel: string;
  onCancel?: () => void;
  /** Names of form fields that differ from the names of the API: `{ taskId: 'task' }`. */
  fieldNames?: Readonly<Record<string, string>>;
  /** Additional content for a refusal, such as the list of conflicting worklogs. */
  explain?: (problem: ApiProblem) => ReactNode;
  /** For one of several forms on a page: the submit button is not a primary button. */
  isSecondary?: boolean;
  /** For actions that cannot be undone: a red submit button. */
  isDangerous?: boolean;
  /** Only the server validates the fields: a refusal is shown at its fields, without an alert that repeats it. */
  isServerValidated?: boolean;
  /** False within a card: the buttons fill its width. */
  isWide?: boolean;
  children: ReactNode;
};

/**
 * A form with its fields, all errors at once, and the submit button. After a refusal the first invalid field gets the focus;
 * the typed values stay.
 */
export function FormShell<V extends Record<string, unknown>>(props: FormShellProps<V>) {
  const {
    draft,
    onSubmit,
    submitLabel,
    onCancel,
    fieldNames = {},
    explain,
    isWide = true,
    isSecondary = false,
    isDangerous = false,
    isServerValidated = false,
    children,
  } = props;
  const { form } = draft;
  const appearance = isDangerous
    ? ({ color: 'red' } as const)
    : ({ variant: isSecondary ? 'default' : 'filled' } as const);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSaving, setSaving] = useState(false);
  const changedWhileSaving = useRef(false);
  const submit = async (values: V) => {
    const before = document.activeElement;
    const node = before?.closest('form');
    setFailure(null);
    setSaving(true);
    changedWhileSaving.current = false;
    try {
      await onSubmit(values);
      // Values changed while the request was running are a draft again.
      if (!changedWhileSaving.current) draft.removeDraft();
    } catch (error) {
      setFailure(error);
      if (error instanceof ApiProblem) showFieldErrors(error);
    } finally {
      setSaving(false);
      // After React has rendered it.
      setTimeout(() => restoreFocus(before, node));
    }
  };
  const isField = (path: string) => form.getInputNode(fieldNames[path] ?? path) !== null;
  const isAtFields = isServerValidated && hasErrorsOnlyAt(isField, failure);
  const showFieldErrors = (problem: ApiProblem) => {
    const fieldErrors = problem.errors.map(({ path, message }): [string, string] => [
      fieldNames[path] ?? path,
      message,
    ]);
    form.setErrors(Object.fromEntries(fieldErrors));
    focusFirst(fieldErrors.map(([name]) => name));
  };
  const focusFirst = (names: readonly string[]) => {
    // After React has rendered the messages, so that screen readers read them with their field.
    setTimeout(() =>
      names
        .map((name) => form.getInputNode(name))
        .filter((node) => node !== null)
        .toSorted((one, other) => (isBefore(one, other) ? -1 : 1))
        .at(0)
        ?.focus(),
    );
  };
  return (
    <form
      noValidate
      className={classes.form}
      data-wide={isWide}
      onInput={() => {
        changedWhileSaving.current = true;
      }}
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(Object.keys(errors)))}
    >
      {draft.hasDraft && <DraftNotice onDiscard={draft.discard} />}
      {failure !== null && !isAtFields && (
        <Alert
          tone="error"
          icon={<CircleAlert size={18} aria-hidden />}
          className={classes.failure ?? ''}
          ref={scrollToNotice}
        >
          <p>{problemText(failure)}</p>
          <OtherErrors failure={failure} isField={isField} />
          {failure instanceof ApiProblem && explain?.(failure)}
        </Alert>
      )}
      {children}
      <div className={classes.formActions}>
        <Button type="submit" {...appearance} loading={isSaving} fullWidth={!isWide}>
          {submitLabel}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel} fullWidth={!isWide}>
            {m.ui_cancel()}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The button was disabled while the form was saved, a field may show the saved value now, and the page may have been left. */
function restoreFocus(before: Element | null, form: Element | null | undefined): void {
  const field = form?.isConnected && form.querySelector(`[data-path="${before?.getAttribute('data-path')}"]`);
  focusInstead((before?.isConnected && before) || field || null);
}

/** The submit button may be far below the message. After layout. */
const scrollToNotice = (notice: HTMLElement | null) => {
  requestAnimationFrame(() => notice?.scrollIntoView({ block: 'nearest' }));
};

/** In document order: errors come in any order. */
const isBefore = (one: Node, other: Node): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

const hasErrorsOnlyAt = (isField: (path: string) => boolean, failure: unknown): boolean =>
  failure instanceof ApiProblem && failure.errors.length > 0 && failure.errors.every(({ path }) => isField(path));

/** Field errors that belong to no field of this form. */
function OtherErrors({ failure, isField }: { failure: unknown; isField: (path: string) => boolean }) {
  const errors = failure instanceof ApiProblem ? failure.errors : [];
  const others = errors.filter(({ path, message }) => !isField(path) && message !== problemText(failure));
  if (others.length === 0) return null;
  return (
    <ul>
      {others.map(({ path, message }) => (
        <li key={path}>{message}</li>
      ))}
    </ul>
  );
}
