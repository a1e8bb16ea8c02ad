import Pencil from 'lucide-react/icons/pencil';
import { Button, LinkButton } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { DropZone } from '../ui/DropZone.tsx';
import { FileButton } from '../ui/FileButton.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Examples } from './Examples.tsx';

const variants = ['filled', 'default', 'light', 'subtle'] as const;
const icon = <Pencil size={16} aria-hidden />;

export const Buttons = () => (
  <>
    {variants.map((variant) => (
      <Examples key={variant} of={`Button, ${variant}`}>
        <Button variant={variant}>Button</Button>
        <Button variant={variant} leftSection={icon}>
          With an icon
        </Button>
        <Button variant={variant} color="red">
          Dangerous
        </Button>
        <Button variant={variant} color="gray">
          Quiet
        </Button>
        <Button variant={variant} size="compact-sm">
          Small
        </Button>
        <Button variant={variant} loading>
          Loading
        </Button>
        <Button variant={variant} disabled>
          Disabled
        </Button>
        <LinkButton variant={variant} href="/components.html">
          Link
        </LinkButton>
      </Examples>
    ))}
    <Examples of="Buttons and drop zone for files, button that copies, icon button with tooltip">
      <FileButton variant="default" accept="image/png" onFiles={() => {}}>
        Choose a file
      </FileButton>
      <CopyButton text="Daybook" />
      <DropZone onFiles={() => {}}>
        <p>Drop files here</p>
      </DropZone>
      <IconButton aria-label="Edit" tip="Edit">
        {icon}
      </IconButton>
      <IconButton aria-label="Edit" tip="Edit, at the end" tipAlign="end">
        {icon}
      </IconButton>
      <IconButton aria-label="Edit" variant="default">
        {icon}
      </IconButton>
      <IconButton aria-label="Edit" disabled>
        {icon}
      </IconButton>
    </Examples>
  </>
);
