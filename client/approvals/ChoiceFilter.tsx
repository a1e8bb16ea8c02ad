import { useId, useState } from 'react';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { Checkbox, Radio } from '../ui/Checkbox.tsx';
import { ChoiceList, OptionLabel } from '../ui/ChoiceList.tsx';
import { type Choices, chosenText } from '../ui/choices.ts';
import { FilterPopup } from '../ui/FilterPopup.tsx';

type Props = {
  label: string;
  choices: Choices;
  allLabel: string;
  /** Empty means all. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** `one`: radio buttons; `several`: checkboxes. */
  picks: 'one' | 'several';
};

/**
 * A filter for all or some options. Clearing it shows that a choice is missing; the list stays unchanged until something
 * is chosen.
 */
export function ChoiceFilter({ label, choices, allLabel, value, onChange, picks }: Props) {
  const [isCleared, setCleared] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const errorId = useId();
  const error = picks === 'one' ? m.approvals_select_one() : m.reason_field_select_at_least_one();
  // Shown in the open list, else below the button.
  const problem = isCleared && (
    <p id={errorId} className="error-text" role="alert">
      {error}
    </p>
  );
  const toggled = (isNowOpen: boolean) => {
    setOpen(isNowOpen);
    if (!isNowOpen) choices.onSearch('');
  };
  const choose = (next: string[]) => {
    setCleared(false);
    onChange(next);
  };
  return (
    <div>
      <FilterPopup
        label={label}
        name={label}
        chosen={isCleared ? '–' : chosenText(choices, value, allLabel)}
        state={isCleared ? 'wrong' : value.length > 0 ? 'some' : 'all'}
        problemId={isCleared ? errorId : undefined}
        popup={{ onToggle: toggled }}
      >
        {() => (
          <>
            <Options
              label={label}
              allLabel={allLabel}
              choices={choices}
              value={isCleared ? null : value}
              picks={picks}
              onChoose={choose}
              onClear={() => setCleared(true)}
            />
            {problem}
            <Button variant="subtle" size="compact-sm" disabled={isCleared} onClick={() => setCleared(true)}>
              {m.ui_clear()}
            </Button>
          </>
        )}
      </FilterPopup>
      {!isOpen && problem}
    </div>
  );
}

type OptionsProps = Pick<Props, 'label' | 'allLabel' | 'choices' | 'picks'> & {
  /** Null: cleared. */
  value: readonly string[] | null;
  onChoose: (value: string[]) => void;
  onClear: () => void;
};

function Options({ label, allLabel, choices, value, picks, onChoose, onClear }: OptionsProps) {
  const name = useId();
  // An option can be removed from "all" only if all options are shown.
  const isWhole = !choices.hasMore && choices.search === '';
  const isAll = value?.length === 0;
  const isEach = isAll && picks === 'several' && isWhole;
  const isChosen = (id: string) => value !== null && (value.includes(id) || isEach);
  const toggle = (id: string) => {
    if (picks === 'one') return onChoose([id]);
    const chosen = isEach ? choices.options.map((option) => option.value) : [...(value ?? [])];
    const next = isChosen(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
    if (next.length === 0) onClear();
    else onChoose(isWhole && next.length === choices.options.length ? [] : next);
  };
  const Box = picks === 'one' ? Radio : Checkbox;
  const all = (
    <Box
      name={picks === 'one' ? name : undefined}
      checked={isAll}
      onChange={() => (isAll && picks === 'several' ? onClear() : onChoose([]))}
      label={allLabel}
    />
  );
  return (
    <ChoiceList label={label} choices={choices} first={all}>
      {(option) => (
        <Box
          key={option.value}
          name={picks === 'one' ? name : undefined}
          checked={isChosen(option.value)}
          onChange={() => toggle(option.value)}
          label={<OptionLabel option={option} />}
        />
      )}
    </ChoiceList>
  );
}
