// The state of the decision form: a change of the worklog must be acknowledged first, and some decisions need a note.

import { type RefObject, useRef, useState } from 'react';
import type { Decision } from '#domain/worklogs.ts';
import type { LoadedWorklog } from '../worklog/worklog-queries.ts';
import { wasAmended } from './amendments.ts';

type Options = {
  notes: string;
  /** Receives the focus while the buttons change. */
  container: RefObject<HTMLElement | null>;
  onDecide: (decision: Decision) => void;
};

export function useDecisionForm({ worklog, history }: LoadedWorklog, { notes, container, onDecide }: Options) {
  // The version that the user saw is sent with the decision, so that nobody approves a change unseen.
  const [seenVersion, setSeenVersion] = useState(worklog.version);
  const [isNoteMissing, setNoteMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const acknowledge = useRef<HTMLButtonElement>(null);
  const hasChanged = wasAmended(history, seenVersion);
  const isDecidable = worklog.status === 'pending' && worklog.actions.approve === true;
  const keepFocus = () => container.current?.focus({ preventScroll: true });
  const decide = (decision: Decision) => {
    if (hasChanged) return acknowledge.current?.focus();
    if (decision !== 'approve' && notes.trim() === '') {
      setNoteMissing(true);
      field.current?.focus();
      return;
    }
    setNoteMissing(false);
    keepFocus();
    onDecide(decision);
  };
  // Without a note, the shortcut focuses the note; with a note it rejects.
  const reject = () => (notes.trim() === '' && !hasChanged ? field.current?.focus() : decide('reject'));
  const onSeen = () => {
    keepFocus();
    setSeenVersion(worklog.version);
  };
  return {
    isDecidable,
    keys: isDecidable ? { a: () => decide('approve'), r: reject } : {},
    /** Props of the panel with the note and the buttons. */
    panel: { notes, onDecide: decide, isNoteMissing, field, isBlocked: hasChanged },
    /** Props of the notice about a change; null if nothing changed. */
    change: hasChanged ? { history, since: seenVersion, zone: worklog.zone, acknowledge, onSeen } : null,
  };
}
