import { useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { useCan, useCompany } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { AddableEntries } from '../ui/AddableEntries.tsx';
import { focusFirstField } from '../ui/focus-on-mount.ts';
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
  if (list.isPending) return <SkeletonRows rows={1} height={56} />;
  if (list.isLoadingError) return <ErrorState error={list.error} onRetry={() => list.refetch()} />;
  const { delegates, delegators } = list.data;
  return (
    <>
      {delegators.map((one) => (
        <p key={one.id}>{m.stand_ins_delegator({ name: one.name, days: formatDayRange(one.fromDay, one.toDay) })}</p>
      ))}
      <AddableEntries
        rows={delegates}
        none={m.stand_ins_none()}
        add={m.stand_ins_new()}
        renderRow={(one, onEnded) => <StandInRow standIn={one} onEnded={onEnded} />}
        renderForm={(onClose) => (
          <div ref={focusFirstField}>
            <AddStandIn onDone={onClose} />
          </div>
        )}
      />
    </>
  );
}
