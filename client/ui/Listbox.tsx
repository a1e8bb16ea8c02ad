import CornerDownLeft from 'lucide-react/icons/corner-down-left';
import type { ReactNode } from 'react';
import classes from './listbox.module.css';

type GroupProps = { name: string; label?: string; children: ReactNode };

/** Options under a heading; `label` names them where no heading is shown. */
export const OptionGroup = ({ name, label = name, children }: GroupProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a group of options is not a fieldset
  <div role="group" aria-label={label}>
    {name !== '' && (
      <div className={classes.heading} aria-hidden>
        {name}
      </div>
    )}
    {children}
  </div>
);

type OptionProps = {
  id: string;
  /** The one that Enter would take. It stays in view. */
  isActive: boolean;
  isChosen?: boolean | undefined;
  onPick: () => void;
  /** Stands behind the name. */
  beside?: ReactNode;
  icon: ReactNode;
  children: ReactNode;
};

/** One of a list that belongs to a field, which keeps the focus and the keys. */
export function Option({ id, isActive, isChosen = false, onPick, beside, icon, children }: OptionProps) {
  const picking = { onClick: onPick };
  return (
    <div
      id={id}
      ref={(node) => {
        if (isActive) node?.scrollIntoView({ block: 'nearest' });
      }}
      role="option"
      tabIndex={-1}
      aria-selected={isActive || isChosen}
      className={classes.option}
      {...picking}
    >
      {icon}
      <span className={classes.name}>{children}</span>
      {beside}
      {isActive && <CornerDownLeft size={14} aria-hidden />}
    </div>
  );
}
