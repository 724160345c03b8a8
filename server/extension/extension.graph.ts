import { defaultFieldResolver, type GraphQLSchema } from 'graphql'
import { type ChosenExtensions, extensionOf, isExtensionOn } from '#engine/extension/extension.ts'
import { OPERATION_AREAS } from '#server/apiKey/operationAreas.ts'
import { listChosenExtensions } from './extension.store.ts'
import { Refusal } from '#server/refusal.ts'
import type { RequestContext } from '#server/graphql/context.ts'

/** Read once a request. */
const chosenBy = new WeakMap<RequestContext, Promise<ChosenExtensions>>()

/** Returns what the company of the request has switched on or off. */
export function chosenExtensions(context: RequestContext): Promise<ChosenExtensions> {
  const known = chosenBy.get(context)
  if (known !== undefined) return known
  const asked = context.membership === null ? Promise.resolve(new Map<string, boolean>()) : context.inTenant(listChosenExtensions)
  chosenBy.set(context, asked)
  return asked
}

/** Returns the schema with every operation of an extension refused while the company has it off (EXTENSION_OFF, domain.md ST-1). */
export function refuseOffExtensions(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(type?.getFields() ?? {})) {
      const extension = extensionOf(field.name, OPERATION_AREAS[field.name] ?? '')
      if (extension === null) continue
      const resolve = field.resolve ?? defaultFieldResolver
      field.resolve = async (parent, args, context: RequestContext, info) => {
        if (!isExtensionOn(extension, await chosenExtensions(context)))
          throw new Refusal({ code: 'EXTENSION_OFF', params: { extension: extension.id } })
        return resolve(parent, args, context, info)
      }
    }
  return schema
}
