import type { StandIn } from '#contract/stand-ins.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { affectedBy, useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import entries from '../ui/entries.module.css';
import { formatDayRange } from '../ui/format.ts';
import { toastProblem } from '../ui/problem-toast.ts';

type Props = { standIn: StandIn; onEnded: () => void };

export function StandInRow({ standIn: { id, name, fromDay, toDay, isRunning }, onEnded }: Props) {
  const { id: companyId } = useCompany();
  const end = useApiMutation('DELETE /companies/{companyId}/stand-ins/{standInId}', {
    invalidates: affectedBy['stand-ins'],
  });
  return (
    <li className={entries.entry}>
      <div>
        <div className={entries.name}>{name}</div>
        <div className="small dimmed">
          {formatDayRange(fromDay, toDay)}
          {isRunning && ` · ${m.stand_ins_running()}`}
        </div>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={isRunning ? m.stand_ins_end_named({ name }) : m.stand_ins_cancel_named({ name })}
        loading={end.isPending}
        onClick={() =>
          end.mutate(
            { companyId, standInId: id },
            {
              onSuccess: () => {
                onEnded();
                showToast(m.stand_ins_ended({ name }), { type: 'success' });
              },
              onError: toastProblem,
            },
          )
        }
      >
        {isRunning ? m.stand_ins_end() : m.stand_ins_cancel()}
      </Button>
    </li>
  );
}
