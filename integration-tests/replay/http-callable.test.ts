import { businessCases } from './business-cases.js';
import { crashCases } from './crash-cases.js';
import { describeReplay } from './describe-replay.js';
import { gateCases } from './gate-cases.js';
import { rediscoveryCases } from './rediscovery-cases.js';
import { sessionCases } from './session-cases.js';

describeReplay('gates', gateCases, 'http', 'callable');
describeReplay('deaths', crashCases, 'http', 'callable');
describeReplay('rediscovery', rediscoveryCases, 'http', 'callable');
describeReplay('sessions', sessionCases, 'http', 'callable');
describeReplay('answers', businessCases, 'http', 'callable');
