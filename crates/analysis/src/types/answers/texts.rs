//! Memory in which a library keeps the characters of texts.
use super::Types;
use zymase_llvm::Value;
use zymase_support::hash::FastSet;

/// Nodes that are walked from one pointer.
const MOST_WALKED: usize = 256;

impl Types {
    /// Does a pointer lead to the characters of a text that a library keeps?
    pub fn is_in_text(&self, pointer: Value) -> bool {
        let Some(at) = self.address(pointer).filter(|_| self.graph.has_texts) else { return false };
        let mut walked = FastSet::default();
        let mut work = vec![at.node];
        while let Some(number) = work.pop() {
            let node = self.graph.node(number);
            if node.text {
                return true;
            }
            if node.frozen || walked.len() > MOST_WALKED || !walked.insert(number) {
                continue;
            }
            work.extend(node.arrays.iter().map(|array| self.graph.find(*array).node));
            let views = node.up.iter().map(|edge| self.graph.edges[*edge as usize]).filter(|edge| edge.size != Some(0));
            work.extend(views.map(|edge| self.graph.find(edge.high).node));
        }
        false
    }
}
