import { useState } from 'react';

/**
 * A choice that is saved at once, shown from the moment in which it is made until it is saved, or refused. A pending mutation is only
 * shown in a later task: until then React sets a checkbox back.
 */
export function useSavedChoice<T>(saved: T) {
  const [choice, setChoice] = useState<{ value: T } | null>(null);
  const choose = async (value: T, save: () => Promise<unknown>): Promise<void> => {
    const made = { value };
    setChoice(made);
    await save().finally(() => setChoice((latest) => (latest === made ? null : latest)));
  };
  return { shown: choice ? choice.value : saved, choose };
}
