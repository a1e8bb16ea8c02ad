import type { ComponentProps, ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { Menu, MenuItem, MenuLabel, MenuLine } from '../ui/Menu.tsx';
import { TimerTasks } from './TimerTasks.tsx';
import { useTimerActions } from './timer.ts';

type Props = {
  align: 'start' | 'end';
  button: (trigger: Parameters<ComponentProps<typeof Menu>['button']>[0] & { disabled: boolean }) => ReactNode;
  onDone?: () => void;
};

/** Starts the timer on the chosen task, or without one. */
export function StartTimer({ align, button, onDone = () => {} }: Props) {
  const { start, isBusy } = useTimerActions();
  const choose = (task: Parameters<typeof start>[0]) => start(task).then(onDone);
  return (
    <Menu align={align} width={320} button={(trigger) => button({ ...trigger, disabled: isBusy })}>
      <MenuLabel>{m.timer_start()}</MenuLabel>
      {/* Before the tasks: they are loaded later, and it must not move under the pointer. */}
      <MenuItem onSelect={() => choose(null)}>{m.timer_without_task()}</MenuItem>
      <MenuLine />
      <TimerTasks except={null} onChoose={choose} />
    </Menu>
  );
}
