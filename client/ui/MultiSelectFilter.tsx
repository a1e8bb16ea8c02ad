import { Button, Checkbox, Popover, TextInput } from '@mantine/core';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useId, useState } from 'react';
import { m } from '#locales/messages.js';
import classes from './ui.module.css';

export type FilterOption = { value: string; label: string; mark?: ReactNode };

export type MultiSelectFilterProps = {
  label: string;
  options: readonly FilterOption[];
  /** Empty means no restriction. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** What is shown while nothing is chosen, such as "All projects". */
  allLabel: string;
  error?: string | undefined;
};

const searchFrom = 8;

/** A button that tells what is chosen, and a list of checkboxes behind it. */
export function MultiSelectFilter({ label, options, value, onChange, allLabel, error }: MultiSelectFilterProps) {
  const [search, setSearch] = useState('');
  const errorId = useId();
  const chosen = options.filter((option) => value.includes(option.value));
  const shown = options.filter((option) => option.label.toLowerCase().includes(search.trim().toLowerCase()));
  const toggle = (changed: string) =>
    onChange(value.includes(changed) ? value.filter((one) => one !== changed) : [...value, changed]);
  return (
    <div className={classes.filter}>
      <Popover position="bottom-start" trapFocus returnFocus onClose={() => setSearch('')} width={280}>
        <Popover.Target>
          <Button
            variant="default"
            className={classes.filterButton ?? ''}
            rightSection={<ChevronDown size={16} aria-hidden />}
            aria-describedby={error ? errorId : undefined}
            data-active={value.length > 0}
          >
            <span className={classes.filterLabel}>{label}:</span> {summary(chosen, value.length, allLabel)}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={label} className={classes.options ?? ''}>
          {options.length >= searchFrom && (
            <TextInput
              aria-label={m.ui_search_in({ label })}
              placeholder={m.ui_search()}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          )}
          <fieldset className={classes.optionList}>
            <legend className="visually-hidden">{label}</legend>
            {shown.map((option) => (
              <Checkbox
                key={option.value}
                checked={value.includes(option.value)}
                onChange={() => toggle(option.value)}
                label={
                  <span className={classes.optionLabel}>
                    {option.mark}
                    {option.label}
                  </span>
                }
              />
            ))}
            {shown.length === 0 && <p className="dimmed small">{m.ui_nothing_found()}</p>}
          </fieldset>
          <Button variant="subtle" size="compact-sm" disabled={value.length === 0} onClick={() => onChange([])}>
            {m.ui_clear()}
          </Button>
        </Popover.Dropdown>
      </Popover>
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
