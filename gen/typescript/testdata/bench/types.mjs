// Writes types with json-schema-to-typescript, to compare how much CPU that takes: node types.mjs SCHEMA
import { compile } from "json-schema-to-typescript";
import { readFileSync } from "node:fs";

const schema = JSON.parse(readFileSync(process.argv[2], "utf8"));
delete schema.$schema;
const types = await compile(schema, "Contract", { unreachableDefinitions: true });
console.log(types.length);
