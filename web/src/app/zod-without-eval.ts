import { config } from 'zod';

// The content security policy has no `eval`, and Zod's trying it out is already a breach that browsers report.
config({ jitless: true });
