import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { REST_CLIENT, startRestDouble } from '#server/testing/restDouble.ts'
import type { RestDouble } from '#server/testing/restDouble.ts'
import { codesOf, startIntegrationWorld } from '#server/testing/integrationWorld.ts'
import type { IntegrationWorld } from '#server/testing/integrationWorld.ts'

describe('the token of an integration', () => {
  let world: IntegrationWorld
  let double: RestDouble
  before(async () => {
    world = await startIntegrationWorld()
    double = await startRestDouble()
    double.data.places = [{ id: 'm1', code: 'M1', name: 'Press' }]
  })
  after(async () => {
    await double.close()
    await world.close()
  })
  beforeEach(async () => {
    await world.reset()
    double.reset()
    double.ways.auth = 'OAUTH2'
  })

  const made = async (id = '', clientSecret = REST_CLIENT.clientSecret): Promise<string> => {
    const answer =
      await world.ask(`mutation { createOrUpdateIntegration(ignoreConnectionCheck: true, input: { ${id} service: FACTORY_ONLINE, name: "ERP",
      serviceUrl: "${double.url}", secrets: [{ name: clientId, value: "${REST_CLIENT.clientId}" },
      { name: clientSecret, value: "${clientSecret}" }] }) { id } }`)
    assert.deepEqual(answer.errors, [])
    return (answer.data['createOrUpdateIntegration'] as { readonly id: string }).id
  }
  const turn = async (id: string) => {
    world.clock.now += MINUTE_MS
    return codesOf(await world.ask(`{ externalWorkCenters(integrationId: "${id}") { id } }`))
  }

  it('is asked for once in many turns, and anew once it is refused', async () => {
    const id = await made()
    assert.deepEqual([await turn(id), await turn(id), await turn(id)], ['', '', ''])
    assert.equal(double.tokens, 1)
    // The issuer started anew and knows none of its tokens.
    double.endedTokens = 1
    assert.equal(await turn(id), '')
    assert.equal(double.tokens, 2)
    // What is refused with a new token, too, is refused.
    double.endedTokens = Infinity
    assert.equal(await turn(id), 'INTEGRATION_SIGN_IN')
    assert.equal(double.tokens, 3)
  })

  it('is of its integration and client alone', async () => {
    const id = await made()
    assert.equal(await turn(id), '')
    const other = await made()
    assert.equal(await turn(other), '')
    assert.equal(double.tokens, 2)
    await made(`id: "${id}",`, 'wrong')
    assert.equal(await turn(id), 'INTEGRATION_SIGN_IN')
    assert.equal(double.tokens, 2)
  })
})
