/** The scripted model, where tests look for it; it lives in canary/ because `qwen mcp canary` plays it as well. */
export {
  callTools,
  createScriptedModel,
  plainText,
  say,
  type ChatMessage,
  type Script,
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedModelOptions,
  type SeenRequest,
  type Step,
  type ToolMessage,
  type Turn,
} from '../canary/model/scripted-model.js';
