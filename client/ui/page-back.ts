import { createContext, type ReactNode } from 'react';

/** The back button of the page, shown beside its title. */
export const PageBack = createContext<ReactNode>(null);
