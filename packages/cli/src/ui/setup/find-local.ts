/** Which of the well-known model servers answer on this machine. Loopback alone, and never for long. */
import { endpointModels, type EndpointPorts } from '@qwen-code/qwen-code-core/models/endpoint-models.js';
import { LOCAL_SERVERS, type Provider } from './providers.js';

const LOOK_MS = 400;

export async function findLocal(
  ports: Omit<EndpointPorts, 'timeoutMs'>,
  servers: typeof LOCAL_SERVERS = LOCAL_SERVERS,
): Promise<readonly Provider[]> {
  const looks = servers.map(async ({ name, port }): Promise<Provider[]> => {
    // By its number: a name server has no say in it.
    const endpoint = { protocol: 'openai' as const, baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'not-needed' };
    const models = await endpointModels(endpoint, { ...ports, timeoutMs: LOOK_MS });
    if (models.kind !== 'listed') return [];
    const { length } = models.ids;
    return [
      {
        label: `${name} on this machine, which answers (${length} model${length === 1 ? '' : 's'})`,
        protocol: 'openai',
        baseUrl: endpoint.baseUrl,
        asksUrl: false,
        aboutUrl: '',
        aboutKey: '',
        found: models.ids,
      },
    ];
  });
  return (await Promise.all(looks)).flat();
}
