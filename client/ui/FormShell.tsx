import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useRef, useState } from 'react';
import { m } from '#locales/messages.js';
import { ApiProblem } from '../api.ts';
import { Button } from './Button.tsx';
import type { DraftForm } from './draft-form.ts';
import classes from './form.module.css';
import { problemText } from './problem-text.ts';

export type FormShellProps<V extends Record<string, unknown>> = {
  /** From useDraftForm. */
  draft: DraftForm<V>;
  /** Sends the values; rejects with an ApiProblem where the server refuses. */
  onSubmit: (values: V) => Promise<unknown>;
  /** The verb of the button. */
  submitLabel: string;
  onCancel?: () => void;
  /** A field of the server that has another name here: `{ taskId: 'task' }`. */
  fieldNames?: Readonly<Record<string, string>>;
  /** Something beside the sentence of a refusal, such as the list of conflicting worklogs. */
  explain?: (problem: ApiProblem) => ReactNode;
  /** For one of several forms on a page, where no button should stand out. */
  isQuiet?: boolean;
  /** Where what is sent cannot be undone: the button says so by its colour. */
  isDangerous?: boolean;
  /** False where the form fills a card and the button its width. */
  isWide?: boolean;
  children: ReactNode;
};

/**
 * Fields, what is wrong with them all at once, and the one button. After a refusal the first wrong field has the focus;
 * what was typed stays.
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
    isQuiet = false,
    isDangerous = false,
    children,
  } = props;
  const { form } = draft;
  const look = isDangerous ? ({ color: 'red' } as const) : ({ variant: isQuiet ? 'default' : 'filled' } as const);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSaving, setSaving] = useState(false);
  const isTypedSince = useRef(false);
  const submit = async (values: V) => {
    setFailure(null);
    setSaving(true);
    isTypedSince.current = false;
    try {
      await onSubmit(values);
      // What was typed before the answer came is a draft again.
      if (!isTypedSince.current) draft.forget();
    } catch (error) {
      setFailure(error);
      if (error instanceof ApiProblem) showFieldErrors(error);
    } finally {
      setSaving(false);
    }
  };
  const showFieldErrors = (problem: ApiProblem) => {
    const wrong = problem.errors.map(({ path, message }): [string, string] => [fieldNames[path] ?? path, message]);
    form.setErrors(Object.fromEntries(wrong));
    focusFirst(wrong.map(([name]) => name));
  };
  const focusFirst = (names: readonly string[]) => {
    // After React has shown the messages, so that they are read with their field.
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
        isTypedSince.current = true;
      }}
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(Object.keys(errors)))}
    >
      {draft.hasDraft && (
        <div className={classes.notice} role="status">
          <span>{m.ui_draft_kept()}</span>
          <Button variant="subtle" size="compact-sm" onClick={draft.discard}>
            {m.ui_discard()}
          </Button>
        </div>
      )}
      {failure !== null && (
        <div className={classes.failure} role="alert" ref={bringIntoView}>
          <CircleAlert size={18} aria-hidden />
          <div>
            <p>{problemText(failure)}</p>
            <OtherErrors failure={failure} isField={(path) => form.getInputNode(fieldNames[path] ?? path) !== null} />
            {failure instanceof ApiProblem && explain?.(failure)}
          </div>
        </div>
      )}
      {children}
      <div className={classes.formActions}>
        <Button type="submit" {...look} loading={isSaving} fullWidth={!isWide}>
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

/** The button may be far below: a refusal that nobody sees is none. After the page has made room for it. */
const bringIntoView = (notice: HTMLElement | null) => {
  requestAnimationFrame(() => notice?.scrollIntoView({ block: 'nearest' }));
};

/** On the page: errors come in any order. */
const isBefore = (one: Node, other: Node): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** Refusals that name no field of this form are told in words. */
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
