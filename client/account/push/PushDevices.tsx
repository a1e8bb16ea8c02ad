import { m } from '#locales/messages.js';
import { useApiMutation } from '../../queries.ts';
import { showToast } from '../../toast.ts';
import { Button } from '../../ui/Button.tsx';
import { deviceName } from '../../ui/device.ts';
import entries from '../../ui/entries.module.css';
import { toastProblem } from '../../ui/problem-toast.ts';
import { InstantText } from '../../ui/texts.tsx';
import type { PushOverview } from './overview.ts';

/** The devices of the person with notifications, each with an action to turn them off there. */
export function PushDevices({ devices }: Pick<PushOverview, 'devices'>) {
  const remove = useApiMutation('DELETE /account/push/devices/{deviceId}', { invalidates: ['session'] });
  const turnOff = (deviceId: string) =>
    remove.mutate(
      { deviceId },
      { onSuccess: () => showToast(m.push_removed(), { type: 'success' }), onError: toastProblem },
    );
  return (
    <div>
      <h3>{m.push_devices()}</h3>
      <ul className={entries.entries}>
        {devices.map(({ id, userAgent, createdAt, isCurrent }) => {
          const name = deviceName(userAgent) ?? m.account_unknown_device();
          return (
            <li key={id} className={entries.entry}>
              <div>
                <div className={entries.name}>{name}</div>
                <div className="small dimmed">
                  {m.push_on_since()} <InstantText at={createdAt} />
                </div>
              </div>
              {isCurrent ? (
                <span className="small dimmed">{m.account_this_device()}</span>
              ) : (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={m.push_remove_named({ device: name })}
                  loading={remove.isPending && remove.variables.deviceId === id}
                  onClick={() => turnOff(id)}
                >
                  {m.push_remove()}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
