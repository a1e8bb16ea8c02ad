import { ActionIcon, Menu } from '@mantine/core';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Eye from 'lucide-react/icons/eye';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { worklogTitle } from './describe.ts';
import type { FormTarget } from './search.ts';

type Props = { worklog: Worklog; onOpen: (target: FormTarget) => void; onWithdraw: (worklog: Worklog) => void };

export function RowMenu({ worklog, onOpen, onWithdraw }: Props) {
  const { id, actions } = worklog;
  const isOpenToChange = actions.amend === true;
  const Icon = isOpenToChange ? Pencil : Eye;
  return (
    <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false} portalProps={{ target: '#content' }}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={m.worklogs_actions_for({ worklog: worklogTitle(worklog) })}
        >
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon size={16} aria-hidden />} onClick={() => onOpen({ form: 'worklog', id })}>
          {isOpenToChange ? m.worklogs_view_edit() : m.worklogs_view()}
        </Menu.Item>
        <Menu.Item leftSection={<Copy size={16} aria-hidden />} onClick={() => onOpen({ form: 'duplicate', id })}>
          {m.worklogs_duplicate()}
        </Menu.Item>
        {actions.withdraw === true && (
          <Menu.Item color="red" leftSection={<Trash size={16} aria-hidden />} onClick={() => onWithdraw(worklog)}>
            {m.worklogs_withdraw()}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
