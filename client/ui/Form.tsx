import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => unknown };

/** A form that a function submits instead of the browser. FormShell is one with a draft and the errors of the server. */
export const Form = ({ onSubmit, ...rest }: Props) => (
  <form
    {...rest}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  />
);
