import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useColourScheme } from '../settings/settings.ts';
import { theme } from '../theme.ts';

/**
 * The provider of Mantine, around the parts that use it. Loaded with the forms and dialogs that need it (decision 014).
 * Variables and global classes are static files (see vite.config.ts), so that it injects no styles.
 */
export const MantineRoot = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    forceColorScheme={useColourScheme()}
    withCssVariables={false}
    withGlobalClasses={false}
  >
    {children}
  </MantineProvider>
);
