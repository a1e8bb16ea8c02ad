// Styles of every page; Mantine's cascade layers must come first.

import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import 'virtual:theme.css';
import './theme.css';
