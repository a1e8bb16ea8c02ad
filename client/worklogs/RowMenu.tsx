import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Eye from 'lucide-react/icons/eye';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { worklogTitle } from './describe.ts';
import type { FormTarget } from './search.ts';

type Props = { worklog: Worklog; onOpen: (target: FormTarget) => void; onWithdraw: (worklog: Worklog) => void };

export function RowMenu({ worklog, onOpen, onWithdraw }: Props) {
  const { id, actions } = worklog;
  const isOpenToChange = actions.amend === true;
  const Icon = isOpenToChange ? Pencil : Eye;
  return (
    <Menu
      align="end"
      width={220}
      button={(trigger) => (
        <IconButton {...trigger} aria-label={m.worklogs_actions_for({ worklog: worklogTitle(worklog) })}>
          <Ellipsis size={18} aria-hidden />
        </IconButton>
      )}
    >
      <MenuItem icon={<Icon size={16} aria-hidden />} onSelect={() => onOpen({ form: 'worklog', id })}>
        {isOpenToChange ? m.worklogs_view_edit() : m.worklogs_view()}
      </MenuItem>
      <MenuItem icon={<Copy size={16} aria-hidden />} onSelect={() => onOpen({ form: 'duplicate', id })}>
        {m.worklogs_duplicate()}
      </MenuItem>
      {actions.withdraw === true && (
        <MenuItem color="red" icon={<Trash size={16} aria-hidden />} onSelect={() => onWithdraw(worklog)}>
          {m.worklogs_withdraw()}
        </MenuItem>
      )}
    </Menu>
  );
}
