import { businessCases } from './business-cases.js';
import { crashCases } from './crash-cases.js';
import { describeReplay } from './describe-replay.js';
import { gateCases } from './gate-cases.js';
import { rediscoveryCases } from './rediscovery-cases.js';

describeReplay('gates', gateCases, 'stdio', 'direct');
describeReplay('deaths', crashCases, 'stdio', 'direct');
describeReplay('rediscovery', rediscoveryCases, 'stdio', 'direct');

describeReplay('answers', businessCases, 'stdio', 'direct');
