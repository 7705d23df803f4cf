package wire
import ("testing";"fmt")
func TestProbe(t *testing.T){
 fmt.Println(Check([]byte("10e99999999999999999"), &Rule{At:"/x",Minimum:"1e100000000000000000"}))
 fmt.Println(Check([]byte("[10e99999999999999999,1e100000000000000000]"), &Rule{At:"/x",UniqueItems:true}))
}
