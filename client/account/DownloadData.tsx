import { m } from '#locales/messages.js';
import { LinkButton } from '../ui/Button.tsx';
import { Section } from '../ui/Section.tsx';
import classes from './account.module.css';

/** A plain link, so that the browser streams the file to disk, whatever its size. */
export const DownloadData = () => (
  <Section title={m.account_download_title()} text={m.account_download_text()}>
    <div className={classes.actions}>
      <LinkButton variant="default" href="/api/v1/account/download" download>
        {m.account_download()}
      </LinkButton>
    </div>
  </Section>
);
