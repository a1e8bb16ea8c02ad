import { useNavigate } from '@tanstack/react-router';
import Pencil from 'lucide-react/icons/pencil';
import { type KeyboardEvent, type MouseEvent, type RefObject, useId, useRef } from 'react';
import { replaceToken } from '#domain/quick-entry/line.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../../auth.ts';
import { openNewWorklog } from '../../shell/global-shortcuts.ts';
import { showToast } from '../../toast.ts';
import { useActiveOption } from '../../ui/active-option.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { optionId } from '../../ui/Listbox.tsx';
import { DeferredMount, lazyPart } from '../../ui/lazy.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { useIsPhone } from '../../ui/width.ts';
import { draftKey, hasDraft, saveDraft } from '../drafts.ts';
import fieldClasses from './field.module.css';
import type { AfterSubmit } from './pending-task.ts';
import { QuickChips } from './QuickChips.tsx';
import { QuickLines } from './QuickLines.tsx';
import { QuickTaskList, taskKey } from './QuickTaskList.tsx';
import { QuickUnclear } from './QuickUnclear.tsx';
import classes from './quick.module.css';
import { useLeftWhenUnmounted, useReplacedField } from './replaced-field.ts';
import { useQuickEntryForm } from './use-quick-entry.ts';
import { useQuickSaving } from './use-quick-saving.ts';
import { useQuickSubmit } from './use-quick-submit.ts';

const RefusalNotice = lazyPart(() => import('../RefusalNotice.tsx').then((file) => file.RefusalNotice));

const maxLineLength = 5_600;

type Props = {
  line: string;
  /** The field that was typed into until this part was loaded. */
  replaces: RefObject<HTMLInputElement | null>;
  onReplaced: () => void;
  /** Requested before this part was loaded. */
  submits: AfterSubmit | null;
  /** Receives the line that was not submitted. Null on a page: the panel stays, and is only the field while that is empty. */
  onClose: ((line: string) => void) | null;
};

export const QuickEntryPanel = (props: { isShown: false } | ({ isShown: true } & Props)) =>
  props.isShown && <ShownPanel {...props} />;

/** One line of text becomes a worklog; its parsed parts are shown while typing. */
function ShownPanel({ line, replaces, onReplaced, submits, onClose }: Props) {
  const { id: companyId } = useCompany();
  const navigate = useNavigate();
  const listId = useId();
  const isPhone = useIsPhone();
  const form = useQuickEntryForm(line);
  const { task, pick } = form.tasks;
  const isOnPage = onClose === null;
  const isFieldOnly = isOnPage && form.typed === '';
  const offered = isFieldOnly ? [] : form.tasks.offered;
  const contents = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const hasLeft = useRef(false);
  const option = useActiveOption(offered, {
    keyOf: taskKey,
    fallback: task || form.tasks.hasNoMatch ? undefined : offered[0],
  });
  const { active, mark, step } = option;
  const leave = (left: string) => {
    if (!onClose) return form.fill(left);
    if (hasLeft.current) return;
    hasLeft.current = true;
    onClose(left);
  };
  const { save, editLine } = useQuickSaving({ form, contents, field, hasLeft, mark, leave });
  const focusField = () => field.current?.focus();
  const { confirm, submit, cancel } = useQuickSubmit({ form, offered, option, isFieldOnly, focusField, save });
  const type = (text: string) => {
    cancel();
    mark();
    form.type(text);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') confirm(event.ctrlKey || event.metaKey ? 'stay' : 'close');
    else if (offered.length === 0) return;
    else if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else return;
    event.preventDefault();
  };
  const openForm = () => {
    const key = draftKey(companyId, { form: 'new' });
    const isTaken = hasDraft(key);
    const { entry, read } = form;
    const notes = task ? entry.notes : [read.words, entry.notes].filter((text) => text !== '').join('\n');
    if (isTaken) showToast(m.quick_form_in_use(), { type: 'warning' });
    else if (form.typed.trim() !== '') saveDraft(key, { entry: { ...entry, notes }, version: null });
    leave(isTaken ? form.typed : '');
    openNewWorklog(navigate);
  };
  useReplacedField(field, replaces, onReplaced, () => {
    if (submits) confirm(submits);
  });
  useLeftWhenUnmounted(hasLeft);
  const actions = <QuickActions isPhone={isPhone} isOnPage={isOnPage} onSubmit={submit} onOpenForm={openForm} />;
  return (
    <div ref={contents} className={fieldClasses.contents} data-on-page={isOnPage || undefined}>
      <SearchBox
        ref={field}
        data-autofocus
        role="combobox"
        aria-label={m.quick_label()}
        aria-describedby={isFieldOnly ? undefined : `${listId}-chips`}
        aria-expanded={offered.length > 0}
        aria-controls={isFieldOnly ? undefined : listId}
        aria-activedescendant={active ? optionId(listId, taskKey(active)) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={maxLineLength}
        placeholder={m.quick_placeholder()}
        value={form.typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
      />
      {isPhone && !isFieldOnly && actions}
      <QuickLines
        lines={form.lines}
        onEdit={(line) => {
          form.setAside();
          editLine(line);
        }}
      />
      {!isFieldOnly && <QuickChips id={`${listId}-chips`} form={form} />}
      <QuickUnclear
        form={form}
        onReplace={(token, text) => {
          type(replaceToken(form.typed, token, text));
          focusField();
        }}
        onTypeOn={() => {
          form.setAside();
          mark();
          focusField();
        }}
      />
      <DeferredMount isNeeded={form.refusal !== null}>
        <RefusalNotice
          error={form.refusal}
          zone={form.zone}
          day={form.entry.day}
          onUse={(free) => {
            form.moveTo(free);
            focusField();
          }}
          canConfirm={form.policies?.overlaps === 'flag'}
          isSaving={form.isSaving}
          onConfirm={() => save('close', { confirmOverlap: true })}
        />
      </DeferredMount>
      {!isFieldOnly && (
        <QuickTaskList
          id={listId}
          form={form}
          active={active}
          onPick={(picked) => {
            pick(picked);
            mark();
            focusField();
          }}
        />
      )}
      {!isPhone && !isFieldOnly && actions}
    </div>
  );
}

const keepFocus = (event: MouseEvent): void => event.preventDefault();

type ActionsProps = {
  isPhone: boolean;
  isOnPage: boolean;
  onSubmit: (then: AfterSubmit) => void;
  onOpenForm: () => void;
};

/**
 * On a phone in one row below the field: above its keyboard, and where no chip or message moves them between two presses.
 * The field keeps the focus, so that the keyboard stays. On a page every submitted line is followed by the next.
 */
const QuickActions = ({ isPhone, isOnPage, onSubmit, onOpenForm }: ActionsProps) => (
  <div className={classes.actions}>
    <Button aria-label={m.worklog_submit()} onMouseDown={keepFocus} onClick={() => onSubmit('close')}>
      {isPhone ? m.quick_submit_short() : m.worklog_submit()}
    </Button>
    {!isOnPage && (
      <Button
        variant="default"
        aria-keyshortcuts="Control+Enter"
        onMouseDown={keepFocus}
        onClick={() => onSubmit('stay')}
      >
        {isPhone ? m.quick_save_next_short() : m.quick_save_next()}
      </Button>
    )}
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
