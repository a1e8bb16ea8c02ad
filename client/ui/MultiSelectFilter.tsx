import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useId } from 'react';
import { m } from '#locales/messages.js';
import { Button } from './Button.tsx';
import { Checkbox } from './Checkbox.tsx';
import { ChoiceList } from './ChoiceList.tsx';
import type { Choices } from './choices.tsx';
import { Popup } from './Popup.tsx';
import classes from './ui.module.css';

export type FilterOption = { value: string; label: string; mark?: ReactNode };

export type MultiSelectFilterProps = {
  label: string;
  choices: Choices;
  /** Empty means no restriction. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Asks ahead for what a change would show. */
  onPoint?: (value: string[]) => void;
  /** What is shown while nothing is chosen, such as "All projects". */
  allLabel: string;
  error?: string | undefined;
};

/** A button that tells what is chosen, and a list of checkboxes behind it. */
export function MultiSelectFilter(props: MultiSelectFilterProps) {
  const { label, choices, value, onChange, onPoint, allLabel, error } = props;
  const errorId = useId();
  const chosen = [...choices.chosen, ...choices.options].filter((option) => value.includes(option.value));
  const toggled = (changed: string) =>
    value.includes(changed) ? value.filter((one) => one !== changed) : [...value, changed];
  return (
    <div className={classes.filter}>
      <Popup
        label={label}
        className={classes.options}
        onToggle={(isOpen) => isOpen || choices.onSearch('')}
        button={(trigger) => (
          <Button
            {...trigger}
            variant="default"
            className={classes.filterButton ?? ''}
            rightSection={<ChevronDown size={16} aria-hidden />}
            aria-describedby={error ? errorId : undefined}
            data-active={value.length > 0}
          >
            <span className={classes.filterLabel}>{label}:</span> {summary(chosen, value.length, allLabel)}
          </Button>
        )}
      >
        {() => (
          <>
            <ChoiceList label={label} choices={choices}>
              {(option) => (
                <Checkbox
                  key={option.value}
                  checked={value.includes(option.value)}
                  onChange={() => onChange(toggled(option.value))}
                  onPoint={onPoint && (() => onPoint(toggled(option.value)))}
                  label={
                    <span className={classes.optionLabel}>
                      {option.mark}
                      {option.label}
                    </span>
                  }
                />
              )}
            </ChoiceList>
            <Button variant="subtle" size="compact-sm" disabled={value.length === 0} onClick={() => onChange([])}>
              {m.ui_clear()}
            </Button>
          </>
        )}
      </Popup>
      {error && (
        <p id={errorId} className={classes.filterError}>
          {error}
        </p>
      )}
    </div>
  );
}

function summary(chosen: readonly FilterOption[], count: number, allLabel: string): string {
  if (count === 0) return allLabel;
  const [only] = chosen;
  return count === 1 && only ? only.label : m.ui_selected({ count });
}
