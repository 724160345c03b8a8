import { GraphQLError, parse } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { costRefusal, LIMITS, refusal, staticRefusal } from './limits.ts'

/** Returns the plugin that holds a request to the limits: tokens while parsing, shape before validation, cost before execution. */
export function limitsPlugin(): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn((source, options) => parseWithin(source, options))
    },
    onValidate({ params, setResult }) {
      const found = staticRefusal(params.documentAST)
      if (found) setResult([found])
    },
    onExecute({ args, setResultAndStopExecution }) {
      const found = costRefusal(args.schema, args.document, args.operationName, args.variableValues ?? {})
      if (found) setResultAndStopExecution({ errors: [found] })
    },
  }
}

type Parse = typeof parse

/** The parser stops at the limit, so that a long text costs no more than a short one. */
function parseWithin(...[source, options]: Parameters<Parse>): ReturnType<Parse> {
  try {
    return parse(source, { ...options, maxTokens: LIMITS.tokens })
  } catch (error) {
    throw isTokenLimit(error) ? refusal('QUERY_TOO_LARGE', { max: LIMITS.tokens }) : withParseCode(error)
  }
}

function isTokenLimit(error: unknown): boolean {
  return error instanceof Error && error.message.includes('tokens')
}

function withParseCode(error: unknown): unknown {
  if (error instanceof GraphQLError) error.extensions['code'] = 'GRAPHQL_PARSE_FAILED'
  return error
}
