import { ruleExtractor } from "../../src/extractors/rule-extractor.js";
import { describeExtractor } from "./extractor.contract.js";

describeExtractor("RuleExtractor", ruleExtractor);
