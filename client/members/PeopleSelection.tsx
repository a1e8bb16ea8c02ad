import type { ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import type { useRowSelection } from '../ui/row-selection.ts';
import { SelectionBar } from '../ui/SelectionBar.tsx';
import { useIsNarrow } from '../ui/width.ts';
import classes from './members.module.css';

type Props = {
  label: string;
  rows: Pick<ReturnType<typeof useRowSelection>, 'isPageSelected' | 'selectPage' | 'clear'> & {
    chosen: readonly unknown[];
  };
  children: ReactNode;
};

/** The selected members or invites. Cards have no checkbox for the whole page, so a button selects it. */
export function PeopleSelection({ label, rows, children }: Props) {
  const isNarrow = useIsNarrow();
  return (
    <SelectionBar
      label={label}
      text={m.ui_selected({ count: rows.chosen.length })}
      onClear={rows.clear}
      more={
        isNarrow &&
        !rows.isPageSelected && (
          <Button variant="subtle" size="compact-sm" onClick={rows.selectPage}>
            {m.ui_select_page()}
          </Button>
        )
      }
    >
      <div className={classes.bulkActions}>{children}</div>
    </SelectionBar>
  );
}
