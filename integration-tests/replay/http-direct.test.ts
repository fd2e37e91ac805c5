import { businessCases } from './business-cases.js';
import { crashCases } from './crash-cases.js';
import { describeReplay } from './describe-replay.js';
import { gateCases } from './gate-cases.js';
import { rediscoveryCases } from './rediscovery-cases.js';
import { sessionCases } from './session-cases.js';

describeReplay('gates', gateCases, 'http', 'direct');
describeReplay('deaths', crashCases, 'http', 'direct');
describeReplay('rediscovery', rediscoveryCases, 'http', 'direct');
describeReplay('sessions', sessionCases, 'http', 'direct');
describeReplay('answers', businessCases, 'http', 'direct');
