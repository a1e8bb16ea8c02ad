import { m } from '#locales/messages.js';
import { Button } from './Button.tsx';
import { Checkbox } from './Checkbox.tsx';
import { ChoiceList, OptionLabel } from './ChoiceList.tsx';
import { type Choices, chosenText } from './choices.ts';
import { FilterPopup } from './FilterPopup.tsx';

type Props = {
  label: string;
  choices: Choices;
  /** Empty means no restriction. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Prefetches what a change would show. */
  onPrefetch?: (value: string[]) => void;
  /** Shown while nothing is chosen, such as "All projects". */
  allLabel: string;
  /** Of `FilterPopup`. */
  nameClass?: 'visually-hidden' | undefined;
};

/** A button that shows the chosen values and opens a list of checkboxes. */
export function MultiSelectFilter({ label, choices, value, onChange, onPrefetch, allLabel, nameClass }: Props) {
  const withToggled = (changed: string) =>
    value.includes(changed) ? value.filter((one) => one !== changed) : [...value, changed];
  return (
    <div>
      <FilterPopup
        label={label}
        name={label}
        chosen={chosenText(choices, value, allLabel)}
        state={value.length > 0 ? 'some' : 'all'}
        nameClass={nameClass}
        popup={{ onToggle: (isOpen) => isOpen || choices.onSearch('') }}
      >
        {() => (
          <>
            <ChoiceList label={label} choices={choices}>
              {(option) => (
                <Checkbox
                  key={option.value}
                  checked={value.includes(option.value)}
                  onChange={() => onChange(withToggled(option.value))}
                  onPrefetch={onPrefetch && (() => onPrefetch(withToggled(option.value)))}
                  label={<OptionLabel option={option} />}
                />
              )}
            </ChoiceList>
            <Button variant="subtle" size="compact-sm" disabled={value.length === 0} onClick={() => onChange([])}>
              {m.ui_clear()}
            </Button>
          </>
        )}
      </FilterPopup>
    </div>
  );
}
