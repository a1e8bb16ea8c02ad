import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { useCan, useCompany } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { Button } from '../ui/Button.tsx';
import entries from '../ui/entries.module.css';
import { focusFirstField, focusSelf } from '../ui/focus-on-mount.ts';
import { formatDayRange } from '../ui/format.ts';
import { Section } from '../ui/Section.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { AddStandIn } from './AddStandIn.tsx';
import { StandInRow } from './StandInRow.tsx';

/** For deciders: their stand-ins, and the approvers for whom they stand in. */
export function StandIns() {
  const { name } = useCompany();
  if (!useCan('worklogs.decide')) return null;
  return (
    <Section id="stand-ins" title={m.stand_ins_title()} text={m.stand_ins_text({ company: name })}>
      <Lists />
    </Section>
  );
}

function Lists() {
  const { id: companyId } = useCompany();
  const list = useQuery(apiQuery('stand-ins', 'GET /companies/{companyId}/stand-ins', { companyId }));
  const [step, setStep] = useState<'idle' | 'add' | 'back'>('idle');
  if (list.isPending) return <SkeletonRows rows={1} height={56} />;
  if (list.isLoadingError) return <ErrorState error={list.error} onRetry={() => list.refetch()} />;
  const { delegates, delegators } = list.data;
  return (
    <>
      {delegators.map((one) => (
        <p key={one.id}>{m.stand_ins_delegator({ name: one.name, days: formatDayRange(one.fromDay, one.toDay) })}</p>
      ))}
      {delegates.length === 0 && step !== 'add' && <p className="dimmed">{m.stand_ins_none()}</p>}
      {delegates.length > 0 && (
        <ul className={entries.entries}>
          {delegates.map((one) => (
            <StandInRow key={one.id} standIn={one} onEnded={() => setStep('back')} />
          ))}
        </ul>
      )}
      {step === 'add' ? (
        <div ref={focusFirstField}>
          <AddStandIn onDone={() => setStep('back')} />
        </div>
      ) : (
        <div>
          <Button
            variant="default"
            // Remounts the button when a stand-in was added or ended, so that it gets the focus again.
            key={delegates.length}
            ref={step === 'back' ? focusSelf : undefined}
            onClick={() => setStep('add')}
          >
            {m.stand_ins_new()}
          </Button>
        </div>
      )}
    </>
  );
}
