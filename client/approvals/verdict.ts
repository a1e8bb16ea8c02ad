// What stands between a reader and their decision on the worklog in front of them: a change to acknowledge, a note to write.

import { type RefObject, useRef, useState } from 'react';
import type { Decision } from '#domain/worklogs.ts';
import type { ApiOutput } from '../api.ts';
import { wasAmended } from './seen.ts';

export type Detail = ApiOutput<'GET /companies/{companyId}/worklogs/{worklogId}'>;

type Options = {
  notes: string;
  /** Keeps the focus while the buttons change with the state. */
  place: RefObject<HTMLElement | null>;
  onDecide: (decision: Decision) => void;
};

export function useVerdict({ worklog, history }: Detail, { notes, place, onDecide }: Options) {
  // What the reader has looked at: a decision names it, so that nobody approves what changed under their eyes.
  const [seenVersion, setSeenVersion] = useState(worklog.version);
  const [isNoteMissing, setNoteMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const acknowledge = useRef<HTMLButtonElement>(null);
  const hasChanged = wasAmended(history, seenVersion);
  const isDecidable = worklog.status === 'pending' && worklog.actions.approve === true;
  const holdFocus = () => place.current?.focus({ preventScroll: true });
  const decide = (decision: Decision) => {
    if (hasChanged) return acknowledge.current?.focus();
    if (decision !== 'approve' && notes.trim() === '') {
      setNoteMissing(true);
      field.current?.focus();
      return;
    }
    setNoteMissing(false);
    holdFocus();
    onDecide(decision);
  };
  // The first press goes to the note; with a note written it rejects.
  const reject = () => (notes.trim() === '' && !hasChanged ? field.current?.focus() : decide('reject'));
  const onSeen = () => {
    holdFocus();
    setSeenVersion(worklog.version);
  };
  return {
    keys: isDecidable ? { a: () => decide('approve'), r: reject } : {},
    /** For the panel with the note and the buttons. */
    panel: { notes, onDecide: decide, isNoteMissing, field, isHeld: hasChanged },
    /** For the notice about what changed meanwhile; null where nothing did. */
    change: hasChanged ? { history, since: seenVersion, zone: worklog.zone, acknowledge, onSeen } : null,
  };
}
