import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { chooseCompany, useAuth } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { destination } from '../routing/destination.ts';
import { safeDestination } from '../routing/guard.ts';
import { PagePending } from '../shell/PagePending.tsx';

export type CompanyLink = { company: string; to: string };

/** The target of a link in an email about a company: only a path of this site. */
export function readCompanyLink(): CompanyLink | null {
  const query = new URLSearchParams(window.location.search);
  const to = safeDestination(query.get('to'));
  return query.get('mode') === 'open' && to !== null ? { company: query.get('company') ?? '', to } : null;
}

/** Redirects to the target with the company active; the signed-out sign in first and return here. */
export function OpenCompanyPage({ company, to }: CompanyLink) {
  const { isAuthenticated, isFetchingAuth } = useAuth();
  const navigate = useNavigate();
  useEffect(() => {
    if (isFetchingAuth) return;
    if (isAuthenticated) chooseCompany(company);
    else destination.set(window.location.pathname + window.location.search);
    navigate({ href: isAuthenticated ? to : pathTo('/login'), replace: true });
  }, [company, to, isAuthenticated, isFetchingAuth, navigate]);
  return <PagePending />;
}
