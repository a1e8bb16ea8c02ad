import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FreeInterval } from '#contract/worklogs.ts';
import { worklogTexts } from '#domain/worklog-fields.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useCompanies } from '../../auth.ts';
import { showToast } from '../../toast.ts';
import { Button } from '../../ui/Button.tsx';
import { toastProblem } from '../../ui/problem-toast.ts';
import { projectTitle } from '../../ui/project-title.ts';
import { MoneyText } from '../../ui/texts.tsx';
import { ReceiptCount } from '../../worklog/ReceiptCount.tsx';
import { describeTimer, worklogTitle } from '../describe.ts';
import { policiesQuery } from '../loader.ts';
import { RefusalNotice } from '../RefusalNotice.tsx';
import type { FormTarget } from '../search.ts';
import { ChangedMeanwhile, isAboutVersion } from './ChangedMeanwhile.tsx';
import { changeLostCode, type ShownEntry, stateOfChange, unconfirmedCode } from './entry.ts';
import { addAgain } from './lost.ts';
import { discardEntry } from './queue.ts';
import { confirmOverlap, finishTimer, moveToTime, sendNow } from './resolve.ts';
import { sendSoon } from './sending.ts';
import { isAboutTimer, TimerMeanwhile } from './TimerMeanwhile.tsx';
import classes from './unsent.module.css';

/** `onOpen`: null for another company, whose forms are not open here, and for who may not log any more. */
export type UnsentItemsProps = { entries: readonly ShownEntry[]; onOpen: ((target: FormTarget) => void) | null };

export const UnsentItems = ({ entries, onOpen }: UnsentItemsProps) => (
  <ul className={classes.items}>
    {entries.map((entry) => (
      <UnsentItem key={entry.id} entry={entry} onOpen={onOpen} />
    ))}
  </ul>
);

type Props = Pick<UnsentItemsProps, 'onOpen'> & { entry: ShownEntry };

function UnsentItem({ entry: stored, onOpen }: Props) {
  const { availableCompanies, activeCompany } = useCompanies();
  // Nothing is sent to a company that the person has left.
  const isOfMember = availableCompanies.some(({ id }) => id === stored.companyId);
  const entry = isOfMember ? stored : { ...stored, refusedCode: null };
  const [isBusy, setBusy] = useState(false);
  const { id, expense, intent, refusedCode, lostReceipts = 0 } = entry;
  // Its title says what is wrong.
  const isInOwnSection = intent === 'lost' && entry.companyId === activeCompany?.id;
  const title = titleOf(entry);
  const act = async (work: Promise<unknown>) => {
    setBusy(true);
    await work.catch(toastProblem);
    setBusy(false);
  };
  const texts = worklogTexts.map((name) => entry.written[name] ?? '').filter((text) => text !== '');
  return (
    <li className={classes.item} data-unsent={id}>
      <p className={classes.title} data-lost={intent === 'lost' || refusedCode === changeLostCode}>
        <span>{title}</span>
        {intent !== 'start' && entry.projectName !== '' && <span className="dimmed">{projectTitle(entry)}</span>}
        {expense && <MoneyText money={expense} />}
        <ReceiptCount count={entry.receipts.length} />
      </p>
      {texts.length > 0 && <p className="dimmed small">{texts.map(isolated).join(' · ')}</p>}
      {!isInOwnSection && (
        <p className={classes.state} data-refused={refusedCode !== null}>
          {stateOf(entry)}
        </p>
      )}
      {intent === 'lost' && lostReceipts > 0 && <p className="small">{m.lost_receipts({ count: lostReceipts })}</p>}
      {refusedCode !== null && <EntryRefusal entry={entry} isBusy={isBusy} act={act} />}
      <div className={classes.buttons}>
        {onOpen && intent === 'start' && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={m.unsent_timer_finish_of({ timer: title })}
            onClick={() => act(finishTimer(id).then(() => onOpen({ form: 'unsent', unsentId: id })))}
          >
            {m.unsent_timer_finish()}
          </Button>
        )}
        {intent === 'lost' && isOfMember && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={m.lost_add_of({ worklog: title })}
            onClick={({ currentTarget }) => act(addAgain([id]).then(keepFocusNear(currentTarget)))}
          >
            {m.lost_add()}
          </Button>
        )}
        {onOpen && (intent === 'create' || intent === 'change' || intent === 'lost') && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={m.unsent_edit({ worklog: title })}
            onClick={() => onOpen({ form: 'unsent', unsentId: id })}
          >
            {m.quick_edit()}
          </Button>
        )}
        {refusedCode !== null && refusedCode !== changeLostCode && (
          <Button
            variant="default"
            size="compact-sm"
            loading={isBusy}
            aria-label={m.unsent_try({ worklog: title })}
            onClick={() => act(sendNow(id))}
          >
            {m.shell_try_again()}
          </Button>
        )}
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={m.unsent_discard({ worklog: title })}
          onClick={({ currentTarget }) => act(discard(entry).then(keepFocusNear(currentTarget)))}
        >
          {m.ui_discard()}
        </Button>
      </div>
    </li>
  );
}

type EntryRefusalProps = { entry: ShownEntry; isBusy: boolean; act: (work: Promise<unknown>) => void };

function EntryRefusal({ entry, isBusy, act }: EntryRefusalProps) {
  const { data: policies } = useQuery(policiesQuery(entry.companyId));
  const { id, day, zone, intent, refusedCode, problem, timer } = entry;
  if (refusedCode !== null && isAboutVersion(refusedCode))
    return <ChangedMeanwhile entry={entry} isBusy={isBusy} act={act} />;
  if (intent === 'create' && entry.written.taskId === '') return <p className="small">{m.unsent_choose_task()}</p>;
  if (timer && isAboutTimer(refusedCode)) return <TimerMeanwhile entry={entry} isBusy={isBusy} act={act} />;
  if (refusedCode === 'role.not-allowed') return <p className="small">{m.unsent_not_allowed()}</p>;
  if (refusedCode === unconfirmedCode) return <p className="small">{m.unsent_timer_unconfirmed()}</p>;
  if (!problem) return <p className="small">{m.unsent_reason_later()}</p>;
  return (
    <RefusalNotice
      error={problem}
      zone={zone}
      day={day}
      canConfirm={policies?.overlaps === 'flag'}
      isSaving={isBusy}
      onUse={(free: FreeInterval) => act(moveToTime(entry, free))}
      onConfirm={() => act(confirmOverlap(id))}
    />
  );
}

/** "Survey, Bridge · Mon 16 Nov, 09:00–" of a timer. */
function titleOf(entry: ShownEntry): string {
  const { intent, startsAt, zone, task, written } = entry;
  if (intent !== 'start' || startsAt === null) return worklogTitle(entry);
  const { taskId } = written;
  return describeTimer({
    startedAt: startsAt,
    stoppedAt: null,
    zone,
    task: taskId === '' ? null : { ...task, taskId },
  });
}

async function discard({ id, intent, sent, timer }: ShownEntry): Promise<void> {
  const runsOn = intent === 'create' && sent === null && timer?.version != null;
  const isThere = await discardEntry(id);
  if (!isThere) return showToast(m.unsent_gone(), { type: 'warning' });
  showToast(runsOn ? m.timer_goes_on() : m.unsent_discarded());
  // What may have reached the server is withdrawn there.
  sendSoon();
}

/** If its item goes, the focus is on the next one, or the previous one, else on the page. */
export function keepFocusNear(button: HTMLElement): () => void {
  const items = () => [...document.querySelectorAll('[data-unsent]')];
  const place = items().findIndex((each) => each.contains(button));
  return () =>
    void setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const near = items()[place] ?? items().at(-1);
      (near?.querySelector('button') ?? document.getElementById('content'))?.focus();
    });
}

function stateOf({ intent, unchanged, isSending, refusedCode, timer }: ShownEntry): string {
  const isRunning = intent === 'start';
  const isChange = unchanged !== undefined || (isRunning && timer?.version != null);
  if (intent === 'lost') return m.lost_title();
  if (isRunning && !isChange) return refusedCode === null ? m.unsent_timer() : m.unsent_timer_refused();
  if (isChange || intent === 'withdraw') return stateOfChange({ intent, isSending, refusedCode });
  if (refusedCode !== null) return m.unsent_state_refused();
  return isSending ? m.unsent_state_sending() : m.unsent_state();
}
