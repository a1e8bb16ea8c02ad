import type { ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { type Choices, type FilterOption, isSearchable, visibleChoices } from './choices.ts';
import { preventEnter } from './prevent-enter.ts';
import { SearchBox } from './SearchBox.tsx';
import classes from './ui.module.css';

export type ChoiceListProps = {
  label: string;
  choices: Choices;
  /** Shown before the options while there is no search text. */
  first?: ReactNode;
  /** Within a form instead of a popup. */
  isInForm?: boolean;
  children: (option: FilterOption) => ReactNode;
};

/** The options of a picker: a search field where there are many, the matches, and a note when nothing matches. */
export function ChoiceList({ label, choices, first, isInForm = false, children }: ChoiceListProps) {
  const visible = visibleChoices(choices);
  return (
    <>
      {isSearchable(choices) && (
        <SearchBox
          type="search"
          aria-label={m.ui_search_in({ label })}
          placeholder={m.ui_search()}
          value={choices.search}
          onChange={(event) => choices.onSearch(event.currentTarget.value)}
          onKeyDown={preventEnter}
        />
      )}
      <fieldset className={isInForm ? classes.optionField : classes.optionList}>
        <legend className="visually-hidden">{label}</legend>
        {choices.search.trim() === '' && first}
        {visible.map(children)}
        <ChoiceNote choices={choices} isEmpty={visible.length === 0} />
      </fieldset>
    </>
  );
}

/** The label of an option, with its mark before it. */
export const OptionLabel = ({ option: { mark, label } }: { option: FilterOption }) => (
  <span className={classes.optionLabel}>
    {mark}
    {label}
  </span>
);

/** A live region, because the list changes while typing. */
function ChoiceNote({ choices, isEmpty }: { choices: Choices; isEmpty: boolean }) {
  const text = noteOf(choices, isEmpty);
  return (
    <p className={`${classes.choiceNote} dimmed small`} role="status">
      {text}
    </p>
  );
}

function noteOf({ search, hasMore, isLoading, isFailed }: Choices, isEmpty: boolean): string | null {
  if (isFailed) return m.ui_choices_failed();
  if (isLoading) return m.shell_loading();
  if (isEmpty) return search.trim() === '' ? m.ui_nothing_to_choose() : m.ui_nothing_fits({ search: search.trim() });
  return hasMore ? m.ui_more_fit() : null;
}
