// What holds on every page; the layers of the kit first.

import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import 'virtual:theme.css';
import './theme.css';
