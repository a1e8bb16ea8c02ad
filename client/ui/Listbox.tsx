import CornerDownLeft from 'lucide-react/icons/corner-down-left';
import type { ReactNode } from 'react';
import classes from './listbox.module.css';
import rows from './menu-row.module.css';

/** No heading where the name is empty. */
export type OptionGroup<T> = { name: string; options: readonly T[] };

type Props<T> = {
  id: string;
  label: string;
  groups: readonly OptionGroup<T>[];
  keyOf: (option: T) => string;
  /** Highlighted and scrolled into view. */
  active: T | undefined;
  /** Default: the active option. */
  isSelected?: (option: T) => boolean;
  onPick: (option: T) => void;
  className?: string | undefined;
  children: (option: T) => ReactNode;
};

/** For `aria-activedescendant`. */
export const optionId = (listId: string, key: string): string => `${listId}-${key}`.replaceAll(' ', '-');

/** The options of a combobox; the field keeps the focus and handles the keys. */
export function Listbox<T>(props: Props<T>) {
  const { id, label, groups, keyOf, active, isSelected, onPick, className, children } = props;
  const activeKey = active === undefined ? null : keyOf(active);
  const isActive = (option: T) => keyOf(option) === activeKey;
  const isEmpty = groups.every(({ options }) => options.length === 0);
  return (
    <div id={id} role="listbox" aria-label={label} className={className} hidden={isEmpty}>
      {groups.map(({ name, options }) => (
        <fieldset key={name} aria-label={name === '' ? label : name}>
          {name !== '' && (
            <div className={classes.heading} aria-hidden>
              {name}
            </div>
          )}
          {options.map((option) => (
            <button
              key={keyOf(option)}
              id={optionId(id, keyOf(option))}
              ref={isActive(option) ? bringIntoView : null}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={(isSelected ?? isActive)(option)}
              data-active={isActive(option)}
              className={`${rows.row} ${classes.option}`}
              onClick={() => onPick(option)}
            >
              {children(option)}
            </button>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

export const bringIntoView = (node: HTMLElement | null): void => node?.scrollIntoView({ block: 'nearest' });

type LineProps = { icon: ReactNode; beside?: ReactNode; isActive: boolean; children: ReactNode };

/** An option with its icon and additional content; the active one shows the sign of the Enter key. */
export const OptionLine = ({ icon, beside, isActive, children }: LineProps) => (
  <>
    {icon}
    <span className={classes.name}>{children}</span>
    {beside}
    {isActive && <CornerDownLeft size={14} aria-hidden />}
  </>
);
