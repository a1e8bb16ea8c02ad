import CopyPlus from 'lucide-react/icons/copy-plus';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Zap from 'lucide-react/icons/zap';
import type { Day } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { openQuickEntryOn } from '../../shell/quick-entry.ts';
import { formatDay } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';

/** Actions for a whole day. */
export const DayMenu = ({ day, onCopy }: { day: Day; onCopy: (day: Day) => void }) => (
  <Menu
    align="end"
    width={272}
    button={(trigger) => (
      <IconButton {...trigger} aria-label={m.copies_menu_for({ day: formatDay(day) })}>
        <Ellipsis size={18} aria-hidden />
      </IconButton>
    )}
  >
    <MenuItem icon={<CopyPlus size={16} aria-hidden />} onSelect={() => onCopy(day)}>
      {m.copies_menu()}
    </MenuItem>
    <MenuItem icon={<Zap size={16} aria-hidden />} onSelect={() => openQuickEntryOn(day)}>
      {m.copies_quick()}
    </MenuItem>
  </Menu>
);
