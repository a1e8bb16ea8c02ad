import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import FileUp from 'lucide-react/icons/file-up';
import X from 'lucide-react/icons/x';
import { maxImportMegabytes, maxImportRows } from '#domain/imports.ts';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { DropZone } from '../ui/DropZone.tsx';
import { FileButton } from '../ui/FileButton.tsx';
import { formatNumber } from '../ui/format.ts';
import classes from './import.module.css';
import { saveSample } from './import-csv.ts';
import type { ImportFile } from './import-file.ts';

type Props = { file: ImportFile | null; onFile: (file: File) => void; onRemove: () => void };

/** Drop zone and file chooser; shows the name of the chosen file. */
export const FileDrop = ({ file, onFile, onRemove }: Props) => (
  <DropZone onFiles={([dropped]) => dropped && onFile(dropped)}>
    {file ? <Chosen file={file} onRemove={onRemove} /> : <Choose onFile={onFile} />}
  </DropZone>
);

const Choose = ({ onFile }: Pick<Props, 'onFile'>) => (
  <>
    <FileUp size={28} strokeWidth={1.5} aria-hidden />
    <p>{m.users_import_drop()}</p>
    <p className={classes.limits}>
      {m.users_import_limits({ megabytes: formatNumber(maxImportMegabytes), rows: formatNumber(maxImportRows) })}
    </p>
    <div className={classes.dropButtons}>
      <FileButton
        variant="default"
        onFiles={([chosen]) => chosen && onFile(chosen)}
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      >
        {m.users_import_choose()}
      </FileButton>
      <Button variant="subtle" onClick={saveSample}>
        {m.users_import_sample()}
      </Button>
    </div>
  </>
);

const Chosen = ({ file, onRemove }: { file: ImportFile; onRemove: () => void }) => (
  <div className={classes.chosen}>
    <FileSpreadsheet size={20} aria-hidden />
    <span className={classes.fileName}>
      {file.name}
      <span className={classes.fileSize}>
        {m.users_import_kilobytes({ size: formatNumber(Math.ceil(file.bytes / 1_000)) })}
      </span>
    </span>
    <Button variant="subtle" leftSection={<X size={16} aria-hidden />} onClick={onRemove}>
      {m.users_import_remove()}
    </Button>
  </div>
);
