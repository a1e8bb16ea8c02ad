import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { useApiMutation } from '../../queries.ts';
import { unsubscribeDevice } from '../../routing/push-subscription.ts';
import { showToast } from '../../toast.ts';
import { Button } from '../../ui/Button.tsx';
import { toastProblem } from '../../ui/problem-toast.ts';
import { SkeletonRows } from '../../ui/states.tsx';
import { type DeviceState, mayNotify, readDevice, subscribeDevice } from './device.ts';

type Props = {
  publicKey: string;
  /** The id of this device if the server sends notifications to it. */
  own: string | null;
};

/** Whether notifications are on here, and the button that changes it; or why they cannot be. */
export function ThisDevice({ publicKey, own }: Props) {
  // Read again when the window gets the focus: the user may come back from the settings of the browser.
  const device = useQuery({ queryKey: ['push-device'], queryFn: readDevice, staleTime: 0 });
  const { isBusy, turnOn, turnOff } = useSwitch(publicKey);
  if (device.data === undefined) return <SkeletonRows rows={1} height={48} />;
  const obstacle = obstacles[device.data]?.();
  if (obstacle !== undefined) return <p className="dimmed">{obstacle}</p>;
  const isOn = own !== null && device.data === 'subscribed';
  return (
    <>
      <p aria-live="polite">{isOn ? m.push_on() : m.push_off()}</p>
      <div>
        {isOn ? (
          <Button variant="default" loading={isBusy} onClick={() => turnOff(own)}>
            {m.push_turn_off()}
          </Button>
        ) : (
          <Button loading={isBusy} onClick={turnOn}>
            {m.push_turn_on()}
          </Button>
        )}
      </div>
    </>
  );
}

const obstacles: Partial<Record<DeviceState, () => string>> = {
  unsupported: m.push_unsupported,
  'install-first': m.push_install_first,
  blocked: m.push_blocked,
};

function useSwitch(publicKey: string) {
  const [isBusy, setBusy] = useState(false);
  const client = useQueryClient();
  const add = useApiMutation('POST /account/push/devices', { invalidates: ['session'] });
  const remove = useApiMutation('DELETE /account/push/devices/{deviceId}', { invalidates: ['session'] });
  const whileBusy = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch(toastProblem);
    await client.invalidateQueries({ queryKey: ['push-device'] });
    setBusy(false);
  };
  const turnOn = () =>
    whileBusy(async () => {
      if (!(await mayNotify())) return showToast(m.push_not_allowed(), { type: 'warning' });
      const subscription = await subscribeDevice(publicKey).catch(() => null);
      if (!subscription) return showToast(m.push_service_unreachable(), { type: 'error' });
      await add.mutateAsync(subscription).catch(async (error: unknown) => {
        await unsubscribeDevice();
        throw error;
      });
      showToast(m.push_turned_on(), { type: 'success' });
    });
  const turnOff = (deviceId: string) =>
    whileBusy(async () => {
      await remove.mutateAsync({ deviceId });
      await unsubscribeDevice();
      showToast(m.push_turned_off(), { type: 'success' });
    });
  return { isBusy, turnOn, turnOff };
}
