import { Button } from '@mantine/core';
import { m } from '#locales/messages.js';
import { Section } from '../ui/Section.tsx';
import classes from './account.module.css';

/** A plain link, so that the browser streams the file to disk, whatever its size. */
export const DownloadData = () => (
  <Section title={m.account_download_title()} text={m.account_download_text()}>
    <div className={classes.actions}>
      <Button component="a" variant="default" href="/api/v1/account/download" download>
        {m.account_download()}
      </Button>
    </div>
  </Section>
);
