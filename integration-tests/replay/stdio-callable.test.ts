import { businessCases } from './business-cases.js';
import { crashCases } from './crash-cases.js';
import { describeReplay } from './describe-replay.js';
import { gateCases } from './gate-cases.js';
import { rediscoveryCases } from './rediscovery-cases.js';

describeReplay('gates', gateCases, 'stdio', 'callable');
describeReplay('deaths', crashCases, 'stdio', 'callable');
describeReplay('rediscovery', rediscoveryCases, 'stdio', 'callable');

describeReplay('answers', businessCases, 'stdio', 'callable');
